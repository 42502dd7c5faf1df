import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './form-page.module.css';

interface Props {
  title: string;
  text?: string;
  /** Where Back leads. */
  back: string;
}

/** The head of a form's card: the way back, and its one h1. */
export function FormHead({ title, text, back }: Props) {
  const { t } = useTranslation('common');
  return (
    <>
      <Anchor component={Link} to={back} className={classes.back}>
        <IconChevronLeft size={16} aria-hidden />
        {t('back')}
      </Anchor>
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
    </>
  );
}
