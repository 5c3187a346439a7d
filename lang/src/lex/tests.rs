use super::*;

fn toks(text: &str) -> Vec<Tok> {
    let (mut names, mut source) = (Names::default(), SourceMap::default());
    let base = source.add_unit("t.c", text.as_bytes().into());
    lex(text.as_bytes(), base, &mut names, &mut source).unwrap().iter().map(|token| token.tok).collect()
}

fn error(text: &[u8]) -> String {
    let (mut names, mut source) = (Names::default(), SourceMap::default());
    let base = source.add_unit("t.c", text.into());
    lex(text, base, &mut names, &mut source).unwrap_err().message
}

#[test]
fn the_longest_punctuator_wins() {
    use Tok::*;
    assert_eq!(toks("a>>=1"), toks("a >>= 1"));
    assert_eq!(toks("<<= >>= ... -> <: %>"), [ShlEq, ShrEq, Ellipsis, Arrow, LBracket, RBrace, Eof]);
    assert_eq!(toks(".. .5 1e+3+x")[..5], [Dot, Dot, Number, Number, Plus]);
}

#[test]
fn alternative_spellings_are_one_keyword() {
    assert_eq!(toks("__const const __const__"), [Tok::Const, Tok::Const, Tok::Const, Tok::Eof]);
}

#[test]
fn splices_and_comments_are_white_space_but_splices_join_identifiers() {
    assert_eq!(toks("in\\\nt/* * / */x // y\\\nz\n;")[..1], [Tok::Int]);
    assert_eq!(toks("in\\\nt/* * / */x // y\\\nz\n;").len(), 4);
}

#[test]
fn prefixes_belong_to_their_literals() {
    assert_eq!(toks("L\"a\" u8\"b\" U'c' L 'd'")[..3], [Tok::Str, Tok::Str, Tok::Char]);
    assert_eq!(toks("L\"a\" u8\"b\" U'c' L 'd'").len(), 6);
}

#[test]
fn markers_move_the_position_of_the_next_line() {
    let text = "# 7 \"a\\\\b.c\" 1\nint\n#pragma omp\n#pragma pack(1)\nx";
    let (mut names, mut source) = (Names::default(), SourceMap::default());
    let base = source.add_unit("t.c", text.as_bytes().into());
    let tokens = lex(text.as_bytes(), base, &mut names, &mut source).unwrap();
    let position = source.position(tokens[0].loc).unwrap();
    assert_eq!((position.file.as_str(), position.line, position.column), ("a\\b.c", 7, 1));
    assert_eq!(tokens[1].tok, Tok::Pragma);
    assert_eq!(source.position(tokens[2].loc).unwrap().line, 10);
}

#[test]
fn bad_text_is_a_clean_error() {
    assert_eq!(error(b"\"abc"), "unterminated string literal");
    assert_eq!(error(b"\"abc\\"), "unterminated string literal");
    assert_eq!(error(b"'\n'"), "unterminated character constant");
    assert_eq!(error(b"/* x"), "unterminated comment");
    assert_eq!(error(b"int \0"), "stray `\\x00`");
    assert_eq!(error(b"int \xff;"), "invalid UTF-8 outside of a literal");
    assert_eq!(error(b"#include <x>"), "a preprocessing directive in preprocessed text");
    assert_eq!(error(b"# 99999999999"), "a malformed line marker");
}
