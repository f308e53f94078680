#include "core/kernel/rewriting/find_rewrites.h"

#include "core/kernel/rewriting/rewrite_finder.h"

namespace gevo::ir {

Result<FoundRewrites> findRewrites(const BaseModule& base, const FindRewritesRequest& request, const std::vector<SourceFile>& sources) {
  GEVO_TRY_ASSIGN(const SyntaxTree tree, SyntaxTree::make(request.syntax, sources));
  Application application(base.state(), true);
  RewriteFinder finder(application, tree, sources);
  FoundRewrites found;
  for (const Edit& edit : request.edits) {
    finder.before(edit);
    const bool isActive = applyEdit(application, edit);
    found.perEdit.push_back(isActive ? finder.after(edit) : std::vector<SourceRewrite>());
  }
  return found;
}

} // namespace gevo::ir
