//! Event records: how they are laid out, buffered and decoded.
