//! What the preprocessor is told about the user's files, wherever they are read.

use std::ffi::OsString;

#[derive(clap::Args, Clone, Debug)]
pub struct Preprocessing {
    /// Search DIR for headers
    #[arg(short = 'I', value_name = "DIR")]
    include_dirs: Vec<OsString>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    defines: Vec<OsString>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    undefines: Vec<OsString>,

    /// Language standard, for the preprocessor
    #[arg(long, value_name = "STANDARD")]
    std: Option<OsString>,

    /// Include HEADER first
    #[arg(long, value_name = "HEADER")]
    include: Vec<OsString>,
}

impl Preprocessing {
    /// As a compiler takes them.
    pub fn flags(&self) -> Vec<OsString> {
        let standard = self.std.iter().map(|name| {
            let mut word = OsString::from("-std=");
            word.push(name);
            word
        });
        let values =
            [("-I", &self.include_dirs), ("-D", &self.defines), ("-U", &self.undefines), ("-include", &self.include)];
        let each = |(flag, values): (&'static str, &Vec<OsString>)| -> Vec<OsString> {
            values.iter().flat_map(|value| [flag.into(), value.clone()]).collect()
        };
        standard.chain(values.into_iter().flat_map(each)).collect()
    }
}
