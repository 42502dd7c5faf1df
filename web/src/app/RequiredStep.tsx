import RequiredStepScreen from '../features/security/RequiredStepScreen.tsx';
import { Queries } from './Queries.tsx';

/** The page of people who must set up a second step first. */
export default function RequiredStep() {
  return (
    <Queries>
      <RequiredStepScreen />
    </Queries>
  );
}
