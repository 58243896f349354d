// Comforts only: every page works without this script.
(() => {
  const all = (selector) => document.querySelectorAll(selector);
  const four = document.getElementById("four");
  if (four) {
    try { // storage may be refused, as from disk
      four.checked = localStorage.getItem("four") === "1";
      four.onchange = () => localStorage.setItem("four", four.checked ? "1" : "0");
    } catch {}
  }

  // The verdict on a chosen card is told as well as shown; a quiz begins anew when it is switched on.
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  document.body.append(status);
  document.addEventListener("change", ({ target }) => {
    if (target.matches(".whole input")) {
      const item = target.closest("li");
      const words = [".name", ".verdict"].map((part) => item.querySelector(part).textContent);
      status.textContent = words.join(": ");
    } else if (target.matches(".quiz")) {
      status.textContent = "";
      for (const radio of target.closest("figure").querySelectorAll(".whole input")) radio.checked = false;
    }
  });

  // The menu of languages closes when the reader turns away from it.
  const menu = document.querySelector(".languages details");
  document.addEventListener("click", ({ target }) => { if (menu && !menu.contains(target)) menu.open = false; });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu?.open) return;
    menu.open = false;
    menu.firstElementChild.focus();
  });

  // On paper nothing can be opened.
  addEventListener("beforeprint", () => all("main details").forEach((details) => { details.open = true; }));
})();
