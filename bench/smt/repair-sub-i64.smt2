; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a - b` that overflows becomes `a + b`, which then does not; later `(T)((U)a - (U)b)`, the same wherever
; `a - b` fits.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 64))
(define-fun a_exact () (_ BitVec 66) ((_ sign_extend 2) a))
(declare-const b (_ BitVec 64))
(define-fun b_exact () (_ BitVec 66) ((_ sign_extend 2) b))
; C17 6.2.6.2: the exact value fits the type
(define-fun fits ((v (_ BitVec 66))) Bool (= v ((_ sign_extend 2) ((_ extract 63 0) v))))
(define-fun min () (_ BitVec 64) (_ bv9223372036854775808 64))
(define-fun minus_one () (_ BitVec 64) (_ bv18446744073709551615 64))
(define-fun exact () (_ BitVec 66) (bvsub a_exact b_exact))
(define-fun other () (_ BitVec 66) (bvadd a_exact b_exact))
(assert (not (and
  (=> (not (fits exact)) (fits other))
  (=> (fits exact) (= ((_ sign_extend 2) (bvsub a b)) exact)))))
(check-sat)
