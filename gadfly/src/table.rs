//! Tables with one line for each thing, cut to the terminal. What reads a pipe gets whole lines.

use comfy_table::{ContentArrangement, Table, presets};
use lab::printable::printable;
use unicode_width::UnicodeWidthChar;

/// Columns of the terminal on standard output, if it is one.
pub fn terminal() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// The rows under their header, each cut to so many columns. The last column has the longest texts.
pub fn table<const N: usize>(header: [&str; N], rows: Vec<[String; N]>, columns: Option<usize>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    for row in rows {
        table.add_row(row.map(|cell| printable(&cell).replace(['\n', '\t'], " ")));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let cut = |line: &str| columns.map_or_else(|| line.to_string(), |columns| cut(line, columns)) + "\n";
    table.trim_fmt().lines().map(|line| cut(line.trim_end())).collect()
}

/// As much of a line as fits, with a mark where it goes on. Some characters take two columns, some none.
pub fn cut(line: &str, columns: usize) -> String {
    let width = |c: char| c.width().unwrap_or(0);
    if line.chars().map(width).sum::<usize>() <= columns {
        return line.to_string();
    }
    let mut left = columns.saturating_sub(1);
    let fits = |c: &char| {
        let fits = width(*c) <= left;
        left = if fits { left - width(*c) } else { 0 };
        fits
    };
    line.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_by_columns_not_by_characters() {
        assert_eq!(cut("wrong code", 10), "wrong code");
        assert_eq!(cut("wrong code", 9), "wrong co…");
        assert_eq!(cut("数値が違う", 10), "数値が違う");
        assert_eq!(cut("数値が違う", 6), "数値…");
        assert_eq!(cut("e\u{301}e\u{301}e", 3), "e\u{301}e\u{301}e");
        assert_eq!(cut("abc", 0), "…");
    }

    #[test]
    fn a_row_is_a_line_whatever_is_in_it() {
        let rows = vec![["a".to_string(), "two\nlines\tand \u{1b}[31m".to_string()]];
        let text = table(["ID", "TITLE"], rows, Some(20));
        assert_eq!(text, "ID  TITLE\na   two lines and \u{fffd}…\n");
    }
}
