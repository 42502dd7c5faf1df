import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './fields.module.css';

/** What shows a field as one that can be read only; it stays in the order of the keyboard. */
export const LOCKED = {
  readOnly: true,
  rightSection: <IconLock size={16} stroke={1.6} className={classes.lock} aria-hidden />,
  classNames: { input: classes.locked },
};

/** Hints stand below their field, so that fields beside each other are in line. */
export const HINT_BELOW = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
  descriptionProps: { fz: 12 },
};

/** A label that says the field may stay empty. */
export function OptionalLabel({ text }: { text: string }) {
  const { t } = useTranslation('profile');
  return (
    <>
      {text} <span className={classes.optional}>{t('optional')}</span>
    </>
  );
}
