import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

const RECENT_MOST = 20;

/**
 * Keeps the keyboard's place: if the focused element disappears, the focus goes to what is left of its surroundings, or
 * to where it was before, and back to a button that was disabled while it worked.
 */
export const useFocusKept = (): void => {
  useEffect(() => {
    /** The element that had the focus, and its ancestors. */
    let path: readonly HTMLElement[] = [];
    /** The elements that had the focus before, last first. */
    let recent: readonly HTMLElement[] = [];
    const note = ({ target }: FocusEvent): void => {
      const found: HTMLElement[] = [];
      for (let at = target as HTMLElement | null; at && at !== document.body; at = at.parentElement) found.push(at);
      path = found;
      recent = [...found.slice(0, 1), ...recent].slice(0, RECENT_MOST);
    };
    const forget = (): void => {
      path = [];
    };
    const keep = (): void => {
      const [last] = path;
      if (!last || document.activeElement !== document.body) return;
      if (isUsable(last)) return last.focus();
      if (last.isConnected) return;
      const near = path.filter(isUsable).map((ancestor) => ancestor.querySelector<HTMLElement>(FOCUSABLE));
      for (const next of [...near, ...recent.filter(isUsable), document.querySelector<HTMLElement>('h1')]) {
        next?.focus();
        if (document.activeElement === next) return;
      }
    };
    const observer = new MutationObserver(() => requestAnimationFrame(keep));
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
};
