import { DRAFT_LIMITS } from '@cusp/contract/limits';
import type { Missing } from '@cusp/dental/completeness';
import type { OrderProblem, RuledOrder } from '@cusp/dental/order-rules';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import {
  contradictionsIn,
  type LongNote,
  type Obstacle,
  openContradictionsIn,
  problemText,
  type UnreadDay,
} from './contradictions.ts';
import { fieldOf, focusField, lineToOpen } from './field-ids.ts';
import type { FormFields } from './form-fields.ts';
import { missingText } from './missing-items.ts';
import classes from './order-form.module.css';
import type { Restorations } from './teeth/use-restorations.tsx';

/** Typed dates that cannot be parsed, by field. */
function useUnreadDays() {
  const [texts, setTexts] = useState({ birthdate: '', appointment: '', delivery: '' });
  const days = useMemo(() => {
    const found: UnreadDay[] = [
      { code: 'birthdate_unread', text: texts.birthdate },
      { code: 'appointment_unread', text: texts.appointment },
      { code: 'delivery_unread', text: texts.delivery },
    ];
    return found.filter(({ text }) => text !== '');
  }, [texts]);
  const onBirthdate = useCallback((birthdate: string) => setTexts((now) => ({ ...now, birthdate })), []);
  const onAppointment = useCallback(
    (appointment: string) => setTexts((now) => ({ ...now, appointment })),
    [],
  );
  const onDelivery = useCallback((delivery: string) => setTexts((now) => ({ ...now, delivery })), []);
  return { days, onBirthdate, onAppointment, onDelivery };
}

/** A note beyond its limit: it stays in its field, while the order keeps the last note that can be saved. */
function useLongNote() {
  const [text, setText] = useState('');
  const found = useMemo<LongNote[]>(
    () => (text ? [{ code: 'note_long', over: text.length - DRAFT_LIMITS.note }] : []),
    [text],
  );
  return { text, setText, found };
}

/** The obstacles of an order form, and how to reach their fields. `sent` is the order that is edited. */
export function useOrderChecks(
  fields: FormFields,
  missing: readonly Missing[],
  chart: Restorations,
  sent: RuledOrder | null = null,
) {
  const { t: dental } = useTranslation('dental');
  const problems = useMemo(() => contradictionsIn(fields), [fields]);
  const unread = useUnreadDays();
  const longNote = useLongNote();
  const obstacles = useMemo(
    () => [...unread.days, ...longNote.found, ...openContradictionsIn(fields, sent), ...missing],
    [unread.days, longNote.found, fields, sent, missing],
  );
  return {
    problems,
    obstacles,
    unread,
    longNote,
    /** The text about the first of these missing items; null if they are not missing. */
    missingAbout(...codes: Missing['code'][]): string | null {
      const found = missing.find(({ code }) => codes.includes(code));
      return found ? missingText(found, dental) : null;
    },
    /** The text of the first of these contradictions, or null. */
    problemAbout(codes: readonly OrderProblem['code'][]): string | null {
      const found = problems.find(({ code }) => codes.includes(code));
      return found ? problemText(found, fields, dental) : null;
    },
    /** Opens and focuses the field of an obstacle. */
    lead(first: Obstacle): void {
      const line = lineToOpen(first);
      const row = line === undefined ? undefined : fields.restorations[line];
      if (row && chart.openRow !== row) chart.show(row);
      focusField(fieldOf(first, fields.restorations));
    },
  };
}

interface OrderFormFrameProps {
  title: string;
  /** Above the title. */
  back?: ReactNode;
  /** Next to the title. */
  head?: ReactNode;
  /** Above the form. */
  notice?: ReactNode;
  /** The form is being sent and takes no input, which would be lost. */
  isLocked: boolean;
  /** The sections of the form. */
  children: ReactNode;
  /** Accessible name of the panel beside the form. */
  label: string;
  /** Content of the panel, above and below the button. */
  panel: ReactNode;
  below?: ReactNode;
  /** The submit button. On a phone it is in a bar at the bottom, with `status` next to it. */
  action: ReactNode;
  status: ReactNode;
}

/**
 * The layout of an order form: its sections, and a panel with the missing items or the changes and the submit button.
 */
export function OrderFormFrame(props: OrderFormFrameProps) {
  const { title, back, head, notice, isLocked, children, label, panel, below, action, status } = props;
  const small = useSmallScreen();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          {back}
          <PageTitle className={classes.title}>{title}</PageTitle>
        </div>
        {head}
      </header>
      {notice}
      <div className={classes.columns}>
        <form
          className={classes.form}
          inert={isLocked}
          noValidate
          onSubmit={(event) => event.preventDefault()}
        >
          {children}
        </form>
        <aside className={classes.panel} aria-label={label}>
          {panel}
          {!small && action}
          {below}
        </aside>
      </div>
      {small && (
        <div className={classes.bar}>
          {status}
          {action}
        </div>
      )}
    </div>
  );
}
