; Mirrors `arith::rem` of lang/src/arith.rs in the word u64, at IntKind::U64.
; Where it is no fault, the word's remainder obeys a = (a/b)*b + a%b, |a%b| < |b|, a%b of a's sign (6.5.5p6).
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a_bits (_ BitVec 64))
(define-fun a () (_ BitVec 64) a_bits) ; the canonical word
(define-fun a_exact () (_ BitVec 128) ((_ zero_extend 64) a_bits)) ; the mathematical value: 128 bits lose nothing
(declare-const b_bits (_ BitVec 64))
(define-fun b () (_ BitVec 64) b_bits) ; the canonical word
(define-fun b_exact () (_ BitVec 128) ((_ zero_extend 64) b_bits)) ; the mathematical value: 128 bits lose nothing
; arith::wrap, arith::min, arith::max
(define-fun wrap ((w (_ BitVec 64))) (_ BitVec 64) w)
(define-fun min () (_ BitVec 64) (_ bv0 64))
(define-fun max () (_ BitVec 64) (bvlshr (bvnot (_ bv0 64)) (_ bv0 64)))
; the definition: C17 6.2.6.2 ranges, 6.2.5p9 reduction
(define-fun least () (_ BitVec 128) (_ bv0 128))
(define-fun greatest () (_ BitVec 128) (bvsub (bvshl (_ bv1 128) (_ bv64 128)) (_ bv1 128)))
(define-fun representable ((v (_ BitVec 128))) Bool (and (bvsle least v) (bvsle v greatest)))
(define-fun reduced ((v (_ BitVec 128))) (_ BitVec 64) ((_ zero_extend 0) ((_ extract 63 0) v)))
(define-fun exact_word ((v (_ BitVec 128))) (_ BitVec 64) ((_ extract 63 0) v))
; arith::check_division passed
(assert (not (= b (_ bv0 64))))
(define-fun result () (_ BitVec 64) (bvurem a b))
(define-fun exact () (_ BitVec 128) (bvurem a_exact b_exact))
(assert (not (and (= (wrap result) result) (representable exact) (= result (exact_word exact)))))
(check-sat)
