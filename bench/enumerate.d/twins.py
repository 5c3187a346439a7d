"""Which C++ files have two variables of one type in one scope, by clang's syntax tree, apart from what gadfly makes of it.

At least one of the two must be used somewhere. Types are compared as clang prints them, without typedefs.
"""

import collections
import json
import sys

LARGEST = 40 << 20
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl"}
SCOPES = {"CompoundStmt", "ForStmt", "IfStmt", "WhileStmt", "NamespaceDecl", "CXXRecordDecl", "LambdaExpr"} | FUNCTIONS


def has_twins(path, name):
    """Of the tree in this file, of the source file of this name. `None` if the tree is too large to be looked at."""
    if path.stat().st_size > LARGEST:
        return None
    sys.setrecursionlimit(100_000)
    search = Search(name)
    search.walk(json.loads(path.read_text(errors="replace")), "file", "")
    together = collections.defaultdict(list)
    for number, *place in search.declared:
        together[tuple(place)].append(number)
    return any(len(numbers) > 1 and not search.used.isdisjoint(numbers) for numbers in together.values())


class Search:
    def __init__(self, name):
        self.name = name
        self.is_own = False
        self.declared = []
        self.used = set()

    def offset(self, place):
        """`None` if it is in another file or a macro. clang names the file only where it changes."""
        if not place:
            return None
        if "spellingLoc" in place:
            self.offset(place["spellingLoc"])
            self.offset(place["expansionLoc"])
            return None
        if "file" in place:
            self.is_own = place["file"] == self.name
        return place.get("offset") if self.is_own else None

    def walk(self, node, scope, parent):
        if not node:
            return
        offset = self.offset(node.get("loc"))
        for end in ["begin", "end"]:
            self.offset(node.get("range", {}).get(end))
        kind = node.get("kind")
        is_named = node.get("name") and not node.get("isImplicit")
        if kind in ["VarDecl", "ParmVarDecl"] and offset is not None and is_named:
            kinds = node["type"]
            self.declared.append((node["id"], scope, kinds.get("desugaredQualType", kinds["qualType"])))
        if kind == "DeclRefExpr" and "referencedDecl" in node:
            self.used.add(node["referencedDecl"]["id"])
        # The parameters and the body of a function are one scope.
        is_scope = kind in SCOPES and not (kind == "CompoundStmt" and parent in FUNCTIONS)
        for child in node.get("inner", []):
            self.walk(child, node.get("id") if is_scope else scope, kind)
