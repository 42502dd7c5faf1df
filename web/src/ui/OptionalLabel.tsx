import { useTranslation } from 'react-i18next';
import classes from './optional-label.module.css';

/** A label that marks the field as optional. All other fields are required, so those have no mark. */
export function OptionalLabel({ text }: { text: string }) {
  const { t } = useTranslation('common');
  return (
    <>
      {text} <span className={classes.optional}>{t('optional')}</span>
    </>
  );
}
