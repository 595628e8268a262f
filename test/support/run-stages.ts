/**
 * Runs the stages of a test by their names. Each begins where the one before ended, because setting up that state again takes long. An error names its
 * stage.
 */
export async function runStages(stages: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  for (const [stage, run] of Object.entries(stages)) {
    try {
      await run();
    } catch (error) {
      if (error instanceof Error) error.message = `${stage}: ${error.message}`;
      throw error;
    }
  }
}
