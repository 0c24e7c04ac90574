// What the browser's tab says: its title, and a crown that turns gold when it is my turn.

export function tab(title: string, lit = false): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = lit ? '/crown-lit.svg' : '/crown.svg';
}
