// Run the verifier of static/verify/verify.html without a browser: archives as lines in, reports out.
"use strict";
const fs = require("fs");
const page = fs.readFileSync(process.argv[2], "utf8");
const script = page.split("<script>")[1].split("</script>")[0];
const made = { exports: {} };
new Function("module", "document", script)(made, undefined);
for (const line of fs.readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const report = made.exports.verify(JSON.parse(line));
  process.stdout.write(JSON.stringify({ differs: report.differs, parts: report.parts }) + "\n");
}
