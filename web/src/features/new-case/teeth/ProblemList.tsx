import type { OrderProblem } from '@cusp/contract/order-rules';
import { Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { problemText } from '../contradictions.ts';
import type { FormFields } from '../form-fields.ts';
import classes from './problems.module.css';

interface Props {
  problems: readonly OrderProblem[];
  fields: Pick<FormFields, 'restorations' | 'numberSystem'>;
  onConfirm(problem: OrderProblem, isMeant: boolean): void;
}

/** What contradicts itself in a restoration; what may be meant can be confirmed. */
export function ProblemList({ problems, fields, onConfirm }: Props) {
  const { t } = useTranslation('dental');
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => {
        const { code, mark, overridable, isMeant } = problem;
        const Icon = isMeant ? IconCircleCheck : IconAlertTriangle;
        return (
          <li
            key={mark}
            className={classes.problem}
            data-kind={isMeant ? 'meant' : overridable ? 'ask' : 'refused'}
          >
            <span className={classes.words}>
              <Icon size={16} stroke={1.7} aria-hidden /> <span>{problemText(problem, fields, t)}</span>
            </span>
            {overridable && (
              <Checkbox
                size="xs"
                label={t(`confirm.${code}` as ParseKeys<'dental'>)}
                checked={isMeant}
                onChange={(event) => onConfirm(problem, event.currentTarget.checked)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
