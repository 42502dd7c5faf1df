import { LIMITS } from '@cusp/contract/limits';
import type { Profile } from '@cusp/contract/profile';
import { fullName } from '@cusp/text/names';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nameFields } from '../../../ui/format/name-fields.ts';
import { PROVIDER_NAMES, ProviderLogo } from '../../identity/identity.offers.tsx';
import { LOCKED } from '../fields/field-parts.tsx';
import classes from '../fields/fields.module.css';
import type { FieldProps } from '../fields/PracticeFields.tsx';
import { type PictureChoice, PictureField } from '../picture/PictureField.tsx';
import type { ProfileField } from './profile-values.ts';

interface Props {
  profile: Profile;
  field: FieldProps<ProfileField>;
  picture: PictureChoice;
  onPicture(choice: PictureChoice): void;
  pictureError: string | undefined;
}

/** Picture, name and the sign-in email, which is read-only. */
export function PersonFields({ profile, field, picture, onPicture, pictureError }: Props) {
  const { t, i18n } = useTranslation('profile');
  const provider = profile.social_provider;
  const nameLock = provider ? LOCKED : { required: true };
  return (
    <>
      <PictureField
        name={fullName(profile.first_name, profile.last_name)}
        current={profile.picture}
        choice={picture}
        onChoice={onPicture}
        error={pictureError}
      />
      <div className={classes.pair}>
        {nameFields(
          i18n.language,
          <TextInput
            key="first"
            {...field('first_name')}
            {...nameLock}
            label={t('fields.firstName')}
            autoComplete="given-name"
            maxLength={LIMITS.name}
          />,
          <TextInput
            key="last"
            {...field('last_name')}
            {...nameLock}
            label={t('fields.lastName')}
            autoComplete="family-name"
            maxLength={LIMITS.name}
          />,
        )}
      </div>
      <TextInput
        value={profile.username}
        {...LOCKED}
        label={t('fields.email')}
        leftSection={provider && <ProviderLogo provider={provider} />}
        description={provider ? t('social', { provider: PROVIDER_NAMES[provider] }) : t('emailFixed')}
      />
    </>
  );
}
