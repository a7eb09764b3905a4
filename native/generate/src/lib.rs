//! Strategies, pools and guidance.
