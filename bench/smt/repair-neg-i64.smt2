; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `-a` that overflows becomes `+a`, which never does; later `(T)-(U)a`, the same wherever `-a` fits.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 64))
(define-fun a_exact () (_ BitVec 66) ((_ sign_extend 2) a))
; C17 6.2.6.2: the exact value fits the type
(define-fun fits ((v (_ BitVec 66))) Bool (= v ((_ sign_extend 2) ((_ extract 63 0) v))))
(define-fun min () (_ BitVec 64) (_ bv9223372036854775808 64))
(define-fun minus_one () (_ BitVec 64) (_ bv18446744073709551615 64))
(define-fun exact () (_ BitVec 66) (bvneg a_exact))
(assert (not (and
  (= (not (fits exact)) (= a min))
  (=> (fits exact) (= ((_ sign_extend 2) (bvneg a)) exact)))))
(check-sat)
