; Mirrors `arith::overflowing_add` of lang/src/arith.rs in the word u64: u64 and i64 operands, i64 result.
; The flag is set exactly where the exact result does not fit; the value is the exact one reduced.
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a_bits (_ BitVec 64))
(define-fun a () (_ BitVec 64) ((_ zero_extend 0) a_bits))
(define-fun a_exact () (_ BitVec 136) ((_ zero_extend 72) a_bits))
; Exact::new
(define-fun a_negative () Bool false)
(define-fun a_magnitude () (_ BitVec 64) (ite a_negative (bvneg a) a))
(declare-const b_bits (_ BitVec 64))
(define-fun b () (_ BitVec 64) ((_ sign_extend 0) b_bits))
(define-fun b_exact () (_ BitVec 136) ((_ sign_extend 72) b_bits))
; Exact::new
(define-fun b_negative () Bool (bvslt b (_ bv0 64)))
(define-fun b_magnitude () (_ BitVec 64) (ite b_negative (bvneg b) b))
(define-fun b_sign () Bool b_negative)
; Exact::plus
(define-fun same () Bool (= a_negative b_sign))
(define-fun larger_a () Bool (bvuge a_magnitude b_magnitude))
(define-fun magnitude () (_ BitVec 64) (ite same (bvadd a_magnitude b_magnitude)
  (ite larger_a (bvsub a_magnitude b_magnitude) (bvsub b_magnitude a_magnitude))))
(define-fun huge () Bool (and same (bvult magnitude a_magnitude))) ; the carry
(define-fun negative () Bool (ite (or same larger_a) a_negative b_sign))
; Exact::fits
(define-fun limit () (_ BitVec 64) (ite negative (_ bv9223372036854775808 64) (_ bv9223372036854775807 64)))
(define-fun flag () Bool (or huge (bvugt magnitude limit)))
(define-fun value () (_ BitVec 64) ((_ extract 63 0) (bvadd a b)))
; the definition
(define-fun exact () (_ BitVec 136) (bvadd a_exact b_exact))
(define-fun fits () Bool (and (bvsle (bvneg (_ bv9223372036854775808 136)) exact) (bvsle exact (_ bv9223372036854775807 136))))
(assert (not (and (= flag (not fits)) (= value ((_ extract 63 0) exact)))))
(check-sat)
