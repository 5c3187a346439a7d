; Mirrors `arith::neg` of lang/src/arith.rs in the word u64, at IntKind::I64.
; -a is a fault exactly where it is not representable (unsigned: never, reduced).
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a_bits (_ BitVec 64))
(define-fun a () (_ BitVec 64) a_bits) ; the canonical word
(define-fun a_exact () (_ BitVec 256) ((_ sign_extend 192) a_bits)) ; the mathematical value: 256 bits lose nothing
; arith::wrap, arith::min, arith::max
(define-fun wrap ((w (_ BitVec 64))) (_ BitVec 64) w)
(define-fun min () (_ BitVec 64) (bvshl (bvnot (_ bv0 64)) (_ bv63 64)))
(define-fun max () (_ BitVec 64) (bvnot min))
; the definition: C17 6.2.6.2 ranges, 6.2.5p9 reduction
(define-fun least () (_ BitVec 256) (bvneg (bvshl (_ bv1 256) (_ bv63 256))))
(define-fun greatest () (_ BitVec 256) (bvsub (bvshl (_ bv1 256) (_ bv63 256)) (_ bv1 256)))
(define-fun representable ((v (_ BitVec 256))) Bool (and (bvsle least v) (bvsle v greatest)))
(define-fun reduced ((v (_ BitVec 256))) (_ BitVec 64) ((_ zero_extend 0) ((_ extract 63 0) v)))
(define-fun exact_word ((v (_ BitVec 256))) (_ BitVec 64) ((_ extract 63 0) v))
(define-fun result () (_ BitVec 64) (wrap (bvsub (_ bv0 64) a)))
(define-fun exact () (_ BitVec 256) (bvneg a_exact))
(define-fun fault () Bool (= a min))
(assert (not (and (= fault (not (representable exact))) (=> (not fault) (= result (exact_word exact))))))
(check-sat)
