//! A part of a report with a heading, whatever form it is written in.

pub struct Section {
    heading: &'static str,
    items: Vec<String>,
}

impl Section {
    /// None if there is nothing to say.
    pub fn new(heading: &'static str, items: impl IntoIterator<Item = String>) -> Option<Section> {
        let items: Vec<String> = items.into_iter().collect();
        (!items.is_empty()).then_some(Section { heading, items })
    }

    pub fn markdown(&self) -> String {
        format!("## {}\n\n{}\n", self.heading, self.list())
    }

    /// For trackers that know no Markdown.
    pub fn plain(&self) -> String {
        format!("{}:\n{}\n", self.heading, self.list())
    }

    fn list(&self) -> String {
        self.items.iter().map(|item| format!("- {item}\n")).collect()
    }
}
