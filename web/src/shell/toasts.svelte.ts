// One line for a few seconds at the foot of the page.

interface Toast {
  number: number;
  text: string;
  kind: 'good' | 'bad';
}

export const toasts = $state<{ shown: Toast | null }>({ shown: null });
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function toast(text: string, kind: 'good' | 'bad' = 'bad'): void {
  toasts.shown = { number: ++count, text, kind };
  clearTimeout(timer);
  timer = setTimeout(dismiss, Math.max(4000, text.length * 70));
}

/** Say no more. */
export function dismiss(): void {
  clearTimeout(timer);
  toasts.shown = null;
}
