import { PartPage } from './FullPage.tsx';
import { partOf } from './part.tsx';

export const REQUIRED_STEP_TEXTS = ['security', 'shell'] as const;

const screen = partOf(() => import('../features/security/RequiredStepScreen.tsx'), REQUIRED_STEP_TEXTS);

/** The only page of people who must set up a second step first. */
export const RequiredStep = () => <PartPage part={screen} />;
