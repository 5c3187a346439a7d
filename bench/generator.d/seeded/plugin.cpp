// The pass plugin: loads the seeded bugs into clang's pipeline.
//
//     GADFLY_SEEDED=list    prints all bugs, one per line: name, tab, what it is patterned on
//     GADFLY_SEEDED=probe   changes nothing; prints `seeded: NAME` for every bug whose pattern is in the program
//     GADFLY_SEEDED=NAME    applies that bug, wherever its pattern is
//
// Up to the first place where a bug fires, a compilation with it and a probing one see the same code, so a program
// for which the probe does not name a bug cannot be miscompiled by it.

#include "bug.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include <cstdlib>

using namespace seeded;

std::vector<Bug> &seeded::bugs() {
    static std::vector<Bug> all;
    return all;
}

bool Site::fires() {
    if (!noted)
        errs() << "seeded: " << name << "\n";
    noted = true;
    return applies;
}

namespace {

bool fold_all(Function &F, Bug &bug) {
    bool changed = false;
    for (BasicBlock &BB : F)
        for (Instruction &I : make_early_inc_range(BB)) {
            if (I.use_empty())
                continue;
            IRBuilder<> B(&I);
            if (isa<PHINode>(I))
                B.SetInsertPoint(&BB, BB.getFirstInsertionPt());
            if (Value *other = bug.fold(I, B, bug.site)) {
                I.replaceAllUsesWith(other);
                changed = true;
            }
        }
    return changed;
}

PreservedAnalyses preserved(bool changed) { return changed ? PreservedAnalyses::none() : PreservedAnalyses::all(); }

struct Folds : PassInfoMixin<Folds> {
    PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
        bool changed = false;
        for (Bug &bug : bugs())
            if (bug.fold)
                changed |= fold_all(F, bug);
        return preserved(changed);
    }
};

struct OnFunctions : PassInfoMixin<OnFunctions> {
    Stage stage;
    explicit OnFunctions(Stage stage) : stage(stage) {}

    PreservedAnalyses run(Function &F, FunctionAnalysisManager &analyses) {
        bool changed = false;
        for (Bug &bug : bugs())
            if (bug.on_function && bug.stage == stage)
                changed |= bug.on_function(F, analyses, bug.site);
        return preserved(changed);
    }
};

struct OnLoops : PassInfoMixin<OnLoops> {
    PreservedAnalyses run(Loop &L, LoopAnalysisManager &, LoopStandardAnalysisResults &analyses, LPMUpdater &) {
        for (Bug &bug : bugs())
            if (bug.on_loop && bug.on_loop(L, analyses, bug.site))
                analyses.SE.forgetLoop(&L);
        return getLoopPassPreservedAnalyses();
    }
};

struct OnModules : PassInfoMixin<OnModules> {
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
        bool changed = false;
        for (Bug &bug : bugs())
            if (bug.on_module)
                changed |= bug.on_module(M, bug.site);
        return preserved(changed);
    }
};

void insert(PassBuilder &builder) {
    builder.registerPipelineEarlySimplificationEPCallback([](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(OnModules());
        FunctionPassManager FPM;
        FPM.addPass(OnFunctions(Stage::Early));
        FPM.addPass(Folds());
        MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    });
    builder.registerPeepholeEPCallback([](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(Folds()); });
    builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager &LPM, OptimizationLevel) { LPM.addPass(OnLoops()); });
    builder.registerScalarOptimizerLateEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(OnFunctions(Stage::Late)); });
    builder.registerVectorizerStartEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(OnFunctions(Stage::Vectorizer)); });
    builder.registerOptimizerLastEPCallback([](ModulePassManager &MPM, OptimizationLevel) {
        FunctionPassManager FPM;
        FPM.addPass(Folds());
        FPM.addPass(OnFunctions(Stage::Last));
        MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    });
}

// Leaves in `bugs()` those that are asked for.
bool select(StringRef wanted) {
    for (Bug &bug : bugs()) {
        bug.site.name = bug.name;
        bug.site.applies = wanted == bug.name;
    }
    if (wanted == "list")
        for (const Bug &bug : bugs())
            outs() << bug.name << "\t" << bug.what << "\n";
    else if (wanted != "probe")
        erase_if(bugs(), [](const Bug &bug) { return !bug.site.applies; });
    return wanted != "list" && !bugs().empty();
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "seeded", "1", [](PassBuilder &builder) {
                const char *wanted = std::getenv("GADFLY_SEEDED");
                if (wanted && select(wanted))
                    insert(builder);
                else if (wanted && StringRef(wanted) != "list")
                    report_fatal_error(Twine("no seeded bug is called ") + wanted);
            }};
}
