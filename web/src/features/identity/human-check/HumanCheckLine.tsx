import { Anchor, Loader } from '@mantine/core';
import { IconShield, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './human-check.module.css';
import type { HumanCheck } from './human-check.types.ts';

/** One quiet line that tells how the human check stands; with another company's check, its box. */
export function HumanCheckLine({ human }: { human: HumanCheck }) {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { state, place } = human;
  if (place && state !== 'failed') return <div ref={place} className={classes.box} />;
  return (
    <div className={classes.line} data-state={state} role="status">
      {state === 'working' && <Loader size={16} color="gray" aria-hidden />}
      {state === 'idle' && <IconShield size={18} stroke={1.6} aria-hidden />}
      {state === 'passed' && <IconShieldCheck size={18} stroke={1.6} aria-hidden />}
      {state === 'failed' && <IconShieldX size={18} stroke={1.6} aria-hidden />}
      <span>{t(`human.${state}`)}</span>
      {state === 'failed' && (
        <Anchor component="button" type="button" size="sm" onClick={human.begin}>
          {common('retry')}
        </Anchor>
      )}
    </div>
  );
}
