; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; A subscript `e` outside of `0..len` becomes `e - c` or `e + c`: an element, with a constant that fits, or there is none.
; Later `((unsigned)e + c) % len`, the same wherever `e + c` is an element. What is less than `len` is its own remainder,
; and its own low bits if `len` is a power of two.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const e (_ BitVec 64))
(define-fun e_exact () (_ BitVec 66) ((_ zero_extend 2) e))
(declare-const c (_ BitVec 64))
(define-fun c_exact () (_ BitVec 66) ((_ zero_extend 2) c))
(declare-const t (_ BitVec 64)) ; the element that is wanted
(declare-const len (_ BitVec 64))
(define-fun len_exact () (_ BitVec 66) ((_ zero_extend 2) len))
(define-fun t_exact () (_ BitVec 66) ((_ zero_extend 2) t))
(define-fun fits ((v (_ BitVec 66))) Bool (= v ((_ zero_extend 2) ((_ extract 63 0) v))))
(define-fun element ((v (_ BitVec 66))) Bool (and (bvsle (_ bv0 66) v) (bvslt v len_exact)))
(define-fun constant ((v (_ BitVec 66))) Bool (and (fits v) (bvsle (_ bv0 66) v)))
(define-fun down () (_ BitVec 66) (bvsub e_exact t_exact))
(define-fun up () (_ BitVec 66) (bvsub t_exact e_exact))
(define-fun is_power () Bool (and (not (= len (_ bv0 64))) (= (bvand len (bvsub len (_ bv1 64))) (_ bv0 64))))
(define-fun low ((v (_ BitVec 64))) (_ BitVec 64) (bvand v (bvsub len (_ bv1 64))))
; no array has more than half of the address space
(assert (bvult len (_ bv9223372036854775808 64)))
(assert (not (and
  (=> (and (element t_exact) (bvsle t_exact e_exact)) (and (constant down) (= (bvsub e_exact down) t_exact)))
  (=> (and (element t_exact) (constant up)) (= (bvadd e_exact up) t_exact))
  (=> (element (bvadd e_exact c_exact)) (and (bvult (bvadd e c) len) (= ((_ zero_extend 2) (bvadd e c)) (bvadd e_exact c_exact))))
  (=> (element (bvsub e_exact c_exact)) (and (bvult (bvsub e c) len) (= ((_ zero_extend 2) (bvsub e c)) (bvsub e_exact c_exact))))
  (=> is_power (bvult (low e) len))
  (=> (and is_power (bvult e len)) (= (low e) e)))))
(check-sat)
