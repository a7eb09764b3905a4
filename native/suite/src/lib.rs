//! Selection and minimisation of sequences.
