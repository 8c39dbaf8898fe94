/** What the program has of its surroundings; given to it, so that nothing else is reached for. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
}

/** What a command ends with: its texts are written by the program, its code is the exit code. */
export interface Result {
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
}
