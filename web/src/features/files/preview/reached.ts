/** What scrolls is reached by the keyboard, and says what it is. */
export const reached = (name: string) => ({ tabIndex: 0, role: 'region', 'aria-label': name }) as const;
