// The field for one name takes a pasted list, too: it becomes the field for a list.
"use strict";

(() => {
  const field = document.getElementById("add");
  if (!field) return;
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text").trim();
    if (!text.includes("\n")) return;
    event.preventDefault();
    const list = document.createElement("textarea");
    Object.assign(list, { className: "in", id: "add", name: "text", rows: 6, value: text });
    const form = field.form;
    form.action = form.dataset.list;
    form.querySelector("button").name = "add";
    form.querySelector("button").value = "1";
    field.replaceWith(list);
    list.focus();
  });
})();
