import { useCallback, useMemo, useState } from 'react';
import type { UnreadDay } from './contradictions.ts';

/** Dates that were typed and cannot be read, by field. */
export function useUnreadDays() {
  const [texts, setTexts] = useState({ birthdate: '', delivery: '' });
  const days = useMemo(() => {
    const found: UnreadDay[] = [
      { code: 'birthdate_unread', text: texts.birthdate },
      { code: 'delivery_unread', text: texts.delivery },
    ];
    return found.filter(({ text }) => text !== '');
  }, [texts]);
  const onBirthdate = useCallback((birthdate: string) => setTexts((now) => ({ ...now, birthdate })), []);
  const onDelivery = useCallback((delivery: string) => setTexts((now) => ({ ...now, delivery })), []);
  return { days, onBirthdate, onDelivery };
}
