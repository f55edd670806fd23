/** Shows one panel of the controls at a time. */
export function setUpTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const open = (opened: HTMLButtonElement): void => {
    for (const tab of tabs) {
      const isOpen = tab === opened;
      tab.setAttribute("aria-selected", String(isOpen));
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !isOpen;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => open(tab));
}
