// A seeded bug: a wrong rewrite, when in the pipeline it is tried, and one line on the real bugs it is patterned on.
//
// A rewrite looks for its pattern, and only then asks `site.fires()`. The answer is false while probing, so nothing
// may be changed before it. Each bug is wrong for some values only and right for the others, as real ones are.

#pragma once

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace seeded {

using namespace llvm;
using namespace llvm::PatternMatch;
using llvm::PatternMatch::match;

class Site {
  public:
    // Notes that the bug's pattern is there; whether it is to be rewritten.
    bool fires();

    const char *name = nullptr;
    bool applies = false;
    bool noted = false;
};

// `fold`: one instruction has another value; null if it is not the one. Tried before the first InstCombine, after
// every InstCombine, and at the very end (InstCombine runs after the vectorizers too).
using Fold = Value *(*)(Instruction &I, IRBuilder<> &B, Site &site);
// The others say whether they changed something.
using OnFunction = bool (*)(Function &F, FunctionAnalysisManager &analyses, Site &site);
using OnLoop = bool (*)(Loop &L, LoopStandardAnalysisResults &analyses, Site &site);
using OnModule = bool (*)(Module &M, Site &site);

// EARLY: after mem2reg, before InstCombine and inlining. LOOP: after IndVars, before full unrolling. LATE: after GVN
// and DSE, before vectorization. LAST: before code generation.
enum class Stage { Early, Late, Vectorizer, Last };

struct Bug {
    const char *name;
    const char *what;
    Fold fold = nullptr;
    OnFunction on_function = nullptr;
    Stage stage = Stage::Early;
    OnLoop on_loop = nullptr;
    OnModule on_module = nullptr;
    Site site = {};
};

std::vector<Bug> &bugs();

struct Register {
    explicit Register(Bug bug) { bugs().push_back(bug); }
};

#define SEEDED(NAME, WHAT, RESULT, PARAMETERS, ...)                                                                    \
    static RESULT NAME PARAMETERS;                                                                                     \
    static const Register register_##NAME(Bug{#NAME, WHAT, __VA_ARGS__});                                              \
    static RESULT NAME PARAMETERS

#define FOLD(NAME, WHAT) SEEDED(NAME, WHAT, Value *, (Instruction & I, IRBuilder<> & B, Site & site), NAME)
#define FUNCTION(NAME, STAGE, WHAT)                                                                                    \
    SEEDED(NAME, WHAT, bool, (Function & F, FunctionAnalysisManager & analyses, Site & site), nullptr, NAME,           \
           Stage::STAGE)
#define LOOP(NAME, WHAT)                                                                                               \
    SEEDED(NAME, WHAT, bool, (Loop & L, LoopStandardAnalysisResults & analyses, Site & site), nullptr, nullptr,        \
           Stage::Early, NAME)
#define MODULE(NAME, WHAT)                                                                                             \
    SEEDED(NAME, WHAT, bool, (Module & M, Site & site), nullptr, nullptr, Stage::Early, nullptr, NAME)

} // namespace seeded
