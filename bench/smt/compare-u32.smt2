; Mirrors `arith::lt`, `arith::le` and `arith::eq` of lang/src/arith.rs in the word u64, at IntKind::U32.
; Canonical words compare as their values.
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a_bits (_ BitVec 32))
(define-fun a () (_ BitVec 64) ((_ zero_extend 32) a_bits)) ; the canonical word
(define-fun a_exact () (_ BitVec 256) ((_ zero_extend 224) a_bits)) ; the mathematical value: 256 bits lose nothing
(declare-const b_bits (_ BitVec 32))
(define-fun b () (_ BitVec 64) ((_ zero_extend 32) b_bits)) ; the canonical word
(define-fun b_exact () (_ BitVec 256) ((_ zero_extend 224) b_bits)) ; the mathematical value: 256 bits lose nothing
; arith::wrap, arith::min, arith::max
(define-fun wrap ((w (_ BitVec 64))) (_ BitVec 64) (bvlshr (bvshl w (_ bv32 64)) (_ bv32 64)))
(define-fun min () (_ BitVec 64) (_ bv0 64))
(define-fun max () (_ BitVec 64) (bvlshr (bvnot (_ bv0 64)) (_ bv32 64)))
; the definition: C17 6.2.6.2 ranges, 6.2.5p9 reduction
(define-fun least () (_ BitVec 256) (_ bv0 256))
(define-fun greatest () (_ BitVec 256) (bvsub (bvshl (_ bv1 256) (_ bv32 256)) (_ bv1 256)))
(define-fun representable ((v (_ BitVec 256))) Bool (and (bvsle least v) (bvsle v greatest)))
(define-fun reduced ((v (_ BitVec 256))) (_ BitVec 64) ((_ zero_extend 32) ((_ extract 31 0) v)))
(define-fun exact_word ((v (_ BitVec 256))) (_ BitVec 64) ((_ extract 63 0) v))
(assert (not (and (= (bvult a b) (bvslt a_exact b_exact)) (= (not (bvult b a)) (bvsle a_exact b_exact)) (= (= a b) (= a_exact b_exact)))))
(check-sat)
