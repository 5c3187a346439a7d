//! A table, and how it is written for people and for programs.

use serde::Serialize;

/// Rows of text under a head. The first column names the row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Table {
    /// A short name for files and links.
    pub key: String,
    /// What it shows.
    pub title: String,
    /// How to read it, if that needs saying.
    pub note: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many cells in each as the head has.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(key: &str, title: &str, head: impl IntoIterator<Item = impl Into<String>>) -> Table {
        let head = head.into_iter().map(Into::into).collect();
        Table { key: key.to_string(), title: title.to_string(), note: String::new(), head, rows: Vec::new() }
    }

    /// With a sentence on how to read it.
    pub fn note(mut self, note: &str) -> Table {
        self.note = note.to_string();
        self
    }

    /// One more row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// GitHub's Markdown.
    pub fn markdown(&self) -> String {
        let line =
            |cells: &[String]| format!("| {} |\n", cells.iter().map(|it| pipe(it)).collect::<Vec<_>>().join(" | "));
        let rule = format!("|---|{}\n", "---:|".repeat(self.head.len().saturating_sub(1)));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        let note = if self.note.is_empty() { String::new() } else { format!("{}\n\n", self.note) };
        format!("### {}\n\n{note}{}{rule}{rows}\n", self.title, line(&self.head))
    }

    /// Comma-separated values (RFC 4180).
    pub fn csv(&self) -> String {
        let line = |cells: &Vec<String>| cells.iter().map(|it| quote(it)).collect::<Vec<_>>().join(",") + "\r\n";
        std::iter::once(&self.head).chain(&self.rows).map(line).collect()
    }

    /// A part of a page.
    pub fn html(&self) -> String {
        let line = |tag: &str, row: &[String]| {
            let cells: String = row.iter().map(|it| format!("<{tag}>{}</{tag}>", escape(it))).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = self.rows.iter().map(|row| line("td", row)).collect();
        let note = if self.note.is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(&self.note)) };
        format!(
            "<section id=\"{}\">\n<h3>{}</h3>\n{note}<table>\n<thead>{}</thead>\n<tbody>{rows}</tbody>\n</table>\n</section>\n",
            escape(&self.key),
            escape(&self.title),
            line("th", &self.head)
        )
    }
}

/// Text for HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn pipe(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn quote(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("one", "One", ["arm", "a|b"]);
        table.row(["x, \"y\"", "<1>"]);
        table
    }

    #[test]
    fn what_means_something_in_a_format_is_quoted() {
        assert_eq!(table().csv(), "arm,a|b\r\n\"x, \"\"y\"\"\",<1>\r\n");
        assert!(table().markdown().contains("| arm | a\\|b |\n|---|---:|\n| x, \"y\" | <1> |\n"));
        assert!(table().html().contains("<td>x, &quot;y&quot;</td><td>&lt;1&gt;</td>"));
    }
}
