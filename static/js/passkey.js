// Passkeys: the browser makes or uses one for a form, whose hidden field then has its answer.
"use strict";

(() => {
  // Browsers have passkeys for names over TLS and for this computer, and for no bare address.
  if (!window.PublicKeyCredential || !PublicKeyCredential.parseRequestOptionsFromJSON) return;
  if (/^[\d.]+$|:/.test(location.hostname)) return;
  document.querySelectorAll("[data-passkey-only]").forEach((part) => (part.hidden = false));

  const ask = async (form) => {
    const options = JSON.parse(form.dataset.options);
    const made =
      form.dataset.passkey === "create"
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          })
        : await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          });
    form.elements.passkey.value = JSON.stringify(made.toJSON());
  };

  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      if (form.elements.passkey.value) return;
      event.preventDefault();
      const failed = form.querySelector("[data-failed]");
      failed.hidden = true;
      try {
        await ask(form);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        failed.textContent = failed.dataset.failed;
        failed.hidden = false;
        return;
      }
      form.submit();
    });
  });
})();
