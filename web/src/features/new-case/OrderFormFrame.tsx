import type { Missing } from '@cusp/dental/completeness';
import type { OrderProblem } from '@cusp/dental/order-rules';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import { contradictionsIn, type Obstacle, problemText } from './contradictions.ts';
import { useUnreadDays } from './DayField.tsx';
import { fieldOf, focusField, lineToOpen } from './field-ids.ts';
import type { FormFields } from './form-fields.ts';
import classes from './order-form.module.css';
import type { Restorations } from './teeth/use-restorations.tsx';
import { missingText } from './what-is-missing.ts';

/** What keeps the order of a form from being sent, and the way to each of its fields. */
export function useOrderChecks(fields: FormFields, missing: readonly Missing[], chart: Restorations) {
  const { t: dental } = useTranslation('dental');
  const problems = useMemo(() => contradictionsIn(fields), [fields]);
  const unread = useUnreadDays();
  const obstacles = useMemo(
    () => [...unread.days, ...problems.filter(({ isMeant }) => !isMeant), ...missing],
    [unread.days, problems, missing],
  );
  return {
    problems,
    obstacles,
    unread,
    /** The words for one thing that is missing; null where it is there. */
    missingAbout(code: Missing['code']): string | null {
      const found = missing.find((each) => each.code === code);
      return found ? missingText(found, dental) : null;
    },
    /** The words for the first of these contradictions; null where there is none. */
    problemAbout(codes: readonly OrderProblem['code'][]): string | null {
      const found = problems.find(({ code }) => codes.includes(code));
      return found ? problemText(found, fields, dental) : null;
    },
    /** Opens and focuses the field that an obstacle is about. */
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
  /** Beside the title. */
  head: ReactNode;
  /** Above the form. */
  notice?: ReactNode;
  /** The sections of the form. */
  children: ReactNode;
  /** Names the panel beside the form. */
  label: string;
  /** What stands in the panel, above and below the button. */
  panel: ReactNode;
  below?: ReactNode;
  /** The button that sends the order. On a phone it is in a bar at the foot, with `status` beside it. */
  action: ReactNode;
  status: ReactNode;
}

/** The page of an order form: its sections, and a panel with what is missing or changes and the button that sends. */
export function OrderFormFrame(props: OrderFormFrameProps) {
  const { title, head, notice, children, label, panel, below, action, status } = props;
  const small = useSmallScreen();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {head}
      </header>
      {notice}
      <div className={classes.columns}>
        <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
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
