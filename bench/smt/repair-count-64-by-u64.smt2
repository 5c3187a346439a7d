; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; A shift of 64 bits by `b` becomes one by `b - c` or `b + c`: the constant and the sum fit the type of `b`, or there is
; no such constant and the count is masked. Later `((unsigned)b + c) & (W - 1)`, the same wherever `b + c` is a valid count.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const b (_ BitVec 64)) ; the count, of kind U64
(declare-const t (_ BitVec 64)) ; the count that is wanted
(define-fun b_exact () (_ BitVec 66) ((_ zero_extend 2) b))
(define-fun t_exact () (_ BitVec 66) ((_ zero_extend 2) t))
(define-fun fits ((v (_ BitVec 66))) Bool (= v ((_ zero_extend 2) ((_ extract 63 0) v))))
(define-fun valid ((v (_ BitVec 66))) Bool (and (bvsle (_ bv0 66) v) (bvslt v (_ bv64 66))))
(define-fun constant ((v (_ BitVec 66))) Bool (and (fits v) (bvsle (_ bv0 66) v)))
; table::adjustment
(define-fun down () (_ BitVec 66) (bvsub b_exact t_exact))
(define-fun up () (_ BitVec 66) (bvsub t_exact b_exact))
(define-fun is_down () Bool (bvsle t_exact b_exact))
; Form::Masked: any constant at all, reduced modulo the width
(declare-const c (_ BitVec 64))
(define-fun c_exact () (_ BitVec 66) ((_ zero_extend 2) c))
(define-fun mask () (_ BitVec 64) (_ bv63 64))
(define-fun masked_up () (_ BitVec 64) (bvand (bvadd b (bvand c mask)) mask))
(define-fun masked_down () (_ BitVec 64) (bvand (bvadd b (bvand (bvneg (bvand c mask)) mask)) mask))
(assert (not (and
  (=> (and (valid t_exact) is_down) (and (constant down) (= (bvsub b_exact down) t_exact)))
  (=> (and (valid t_exact) (not is_down) (constant up)) (= (bvadd b_exact up) t_exact))
  (valid ((_ zero_extend 2) masked_up))
  (valid ((_ zero_extend 2) masked_down))
  (=> (valid (bvadd b_exact c_exact)) (= ((_ zero_extend 2) masked_up) (bvadd b_exact c_exact)))
  (=> (valid (bvsub b_exact c_exact)) (= ((_ zero_extend 2) masked_down) (bvsub b_exact c_exact))))))
(check-sat)
