import { useTranslation } from 'react-i18next';
import classes from '../picture/picture-field.module.css';

/** A label that says the field may stay empty. */
export function OptionalLabel({ text }: { text: string }) {
  const { t } = useTranslation('profile');
  return (
    <>
      {text} <span className={classes.optional}>{t('optional')}</span>
    </>
  );
}
