import type { PlanStep } from '@cusp/contract/production';
import { PLAN_LIMITS } from '@cusp/contract/production.routes';
import { isKnownStep } from '@cusp/dental/production';
import { RESTORATION_TYPE_CODES } from '@cusp/dental/restorations';
import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offButton } from '../../ui/off-button.ts';
import classes from './production.module.css';

/** Maximum number of listed restorations; more are counted. */
const NAMED = 4;

interface Props {
  step: PlanStep;
  no: number;
  isLast: boolean;
  /** It has no name, and the person tried to save it. */
  isWrong: boolean;
  isReadOnly: boolean;
  onChange(step: PlanStep): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

/** One step of the plan: its name, the restorations that need it, and its place. */
export function StepFields({ step, no, isLast, isWrong, isReadOnly, onChange, onMove, onRemove }: Props) {
  const { t } = useTranslation(['production', 'dental']);
  const usual = isKnownStep(step.step) ? t(`production:steps.${step.step}`) : '';
  // The typed text: a known step without a name shows its usual one, but can be emptied to write another.
  const [text, setText] = useState(step.name || usual);
  const [isChoosing, setChoosing] = useState(false);
  const types = step.types.map((type) => t(`dental:types.${type}`));
  const named = types.slice(0, NAMED).join(', ');
  const rest = types.length - NAMED;
  const forTypes =
    types.length === 0
      ? t('production:plan.all')
      : rest > 0
        ? t('production:plan.more', { types: named, count: rest })
        : named;
  if (isReadOnly)
    return (
      <li className={classes.step}>
        <div className={classes.words}>
          <span>{step.name || usual}</span>
          <span className={classes.quiet}>{forTypes}</span>
        </div>
      </li>
    );
  const button = (label: string, Icon: typeof IconTrash, isOff: boolean, onClick: () => void) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={`${label}: ${text || no}`}
      {...offButton(isOff, onClick)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <li className={classes.step}>
      <div className={classes.fields}>
        <TextInput
          aria-label={t('production:plan.name')}
          placeholder={usual || t('production:plan.example')}
          value={text}
          maxLength={PLAN_LIMITS.name}
          error={isWrong && t('production:plan.nameless')}
          onBlur={() => setText(text.trim() || usual)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            onChange({ ...step, name: value.trim() === usual ? '' : value });
          }}
        />
        {isChoosing ? (
          <MultiSelect
            aria-label={t('production:plan.types')}
            placeholder={step.types.length === 0 ? t('production:plan.all') : undefined}
            data={RESTORATION_TYPE_CODES.map((type) => ({ value: type, label: t(`dental:types.${type}`) }))}
            value={step.types}
            searchable
            clearable
            hidePickedOptions
            maxDropdownHeight={280}
            onChange={(chosen) =>
              onChange({ ...step, types: RESTORATION_TYPE_CODES.filter((type) => chosen.includes(type)) })
            }
          />
        ) : (
          <div className={classes.types}>
            <span className={classes.quiet}>{forTypes}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`${t('production:plan.choose')}: ${t('production:plan.types')}, ${text || no}`}
              onClick={() => setChoosing(true)}
            >
              {t('production:plan.choose')}
            </Button>
          </div>
        )}
      </div>
      <span className={classes.tools}>
        {button(t('production:plan.up'), IconArrowUp, no === 1, () => onMove(-1))}
        {button(t('production:plan.down'), IconArrowDown, isLast, () => onMove(1))}
        {button(t('production:plan.remove'), IconTrash, false, onRemove)}
      </span>
    </li>
  );
}
