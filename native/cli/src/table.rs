//! A small table of text with aligned columns: the first to the left, the others to the right.

/// The rows with two spaces between columns, each ending in a newline.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|c| c.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let cell = |(column, (cell, &width)): (usize, (&String, &usize))| match column {
        0 => format!("{cell:<width$}"),
        _ => format!("  {cell:>width$}"),
    };
    let line = |row: &Vec<String>| {
        let line: String = row.iter().zip(&widths).enumerate().map(cell).collect();
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [
            vec!["tests".into(), "1".into(), "200".into()],
            vec!["lines covered".into(), "20".into()],
        ];
        assert_eq!(aligned(&rows), "tests           1  200\nlines covered  20\n");
    }
}
