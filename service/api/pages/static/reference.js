// The reference page: the contract of this very service, and nothing from anywhere else (no validator badge).
window.addEventListener("load", () => {
  window.ui = SwaggerUIBundle({
    url: "../openapi.json",
    dom_id: "#reference",
    deepLinking: true,
    validatorUrl: null,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
  });
});
