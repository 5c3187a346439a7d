//! Functions of the C library that the interpreter is linked with, and that Rust's own library has no name for, or
//! computes by itself.

macro_rules! functions {
    ($($name:ident: $real:ty;)*) => {
        mod c {
            unsafe extern "C" {
                $(pub safe fn $name(x: $real) -> $real;)*
            }
        }
        $(pub fn $name(x: $real) -> $real {
            c::$name(x)
        })*
    };
}

functions! {
    acosh: f64;
    acoshf: f32;
    asinh: f64;
    asinhf: f32;
    atanh: f64;
    atanhf: f32;
    erf: f64;
    erfc: f64;
    erfcf: f32;
    erff: f32;
    tgamma: f64;
    tgammaf: f32;
}

unsafe extern "C" {
    // `lgamma` itself would set the variable `signgam`.
    safe fn lgamma_r(x: f64, sign: &mut i32) -> f64;
    safe fn lgammaf_r(x: f32, sign: &mut i32) -> f32;
}

pub fn lgamma(x: f64) -> f64 {
    lgamma_r(x, &mut 0)
}

pub fn lgammaf(x: f32) -> f32 {
    lgammaf_r(x, &mut 0)
}
