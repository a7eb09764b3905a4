//! Java source, report, JSON summary and SARIF.
