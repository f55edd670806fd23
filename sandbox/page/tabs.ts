/** Shows one panel of the controls at a time; the arrow keys go from one to the next. */
export function setUpTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const open = (opened: HTMLButtonElement): void => {
    for (const tab of tabs) {
      const isOpen = tab === opened;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !isOpen;
    }
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step === undefined ? undefined : tabs.at((index + step) % tabs.length);
      next?.focus();
      next?.click();
    });
  }
}
