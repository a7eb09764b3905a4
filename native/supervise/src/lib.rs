//! Worker processes, their sandbox, and the runs that verify a suite.
