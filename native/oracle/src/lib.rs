//! Contracts, theories and assertions, as checks.
