// What agents answer, in the shape of A2A 1.0 (specification 4.1 and 4.2), whatever version they speak.

/** The author of a message. */
export type Role = "ROLE_UNSPECIFIED" | "ROLE_USER" | "ROLE_AGENT";

/** The state of a task. */
export type TaskState =
  | "TASK_STATE_UNSPECIFIED"
  | "TASK_STATE_SUBMITTED"
  | "TASK_STATE_WORKING"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_FAILED"
  | "TASK_STATE_CANCELED"
  | "TASK_STATE_INPUT_REQUIRED"
  | "TASK_STATE_REJECTED"
  | "TASK_STATE_AUTH_REQUIRED";

/** A piece of a message or an artifact: one of `text`, `raw`, `url` and `data`. */
export interface Part {
  /** The content, as text. */
  text?: string;
  /** The content, as bytes in base64. */
  raw?: string;
  /** Where the content is. */
  url?: string;
  /** The content, as any JSON value. */
  data?: unknown;
  /** The media type of the content. */
  mediaType?: string;
  /** The name of the file. */
  filename?: string;
  /** What extensions and agents say besides. */
  metadata?: Record<string, unknown>;
}

/** A message, from the client or from the agent. */
export interface Message {
  /** The id of the message, which its author draws. */
  messageId: string;
  /** The conversation that it belongs to. */
  contextId?: string;
  /** The task that it belongs to. */
  taskId?: string;
  /** Whose it is. */
  role: Role;
  /** The content, piece by piece. */
  parts: Part[];
  /** What extensions and agents say besides. */
  metadata?: Record<string, unknown>;
  /** The URIs of the extensions that the message uses. */
  extensions?: string[];
  /** Tasks that the message refers to. */
  referenceTaskIds?: string[];
}

/** A message that is sent; without a role it is the user's. */
export type MessageToSend = Omit<Message, "role"> & { role?: Exclude<Role, "ROLE_UNSPECIFIED"> };

/** What a task has produced. */
export interface Artifact {
  /** The id of the artifact within its task. */
  artifactId: string;
  /** What it is called. */
  name?: string;
  /** What it is. */
  description?: string;
  /** The content, piece by piece. */
  parts: Part[];
  /** What extensions and agents say besides. */
  metadata?: Record<string, unknown>;
  /** The URIs of the extensions that the artifact uses. */
  extensions?: string[];
}

/** How a task stands. */
export interface TaskStatus {
  /** The state. */
  state: TaskState;
  /** What the agent says with it, such as what it asks for. */
  message?: Message;
  /** Since when, as ISO 8601 in UTC. */
  timestamp?: string;
}

/** A unit of work of an agent. */
export interface Task {
  /** The id of the task, which the agent draws. */
  id: string;
  /** The conversation that it belongs to. */
  contextId?: string;
  /** How the task stands. */
  status: TaskStatus;
  /** What it has produced so far. */
  artifacts?: Artifact[];
  /** The messages that it was worked on with, as many as the agent gives. */
  history?: Message[];
  /** What extensions and agents say besides. */
  metadata?: Record<string, unknown>;
}

/** A change of a task's status. */
export interface TaskStatusUpdateEvent {
  /** The task that it is about. */
  taskId: string;
  /** The conversation that it belongs to. */
  contextId?: string;
  /** How the task stands. */
  status: TaskStatus;
  /** What extensions and agents say besides. */
  metadata?: Record<string, unknown>;
}

/** An artifact of a task, or a piece of one. */
export interface TaskArtifactUpdateEvent {
  /** The task that it is about. */
  taskId: string;
  /** The conversation that it belongs to. */
  contextId?: string;
  /** The artifact, or the piece. */
  artifact: Artifact;
  /** Whether the parts are to be added to those of the artifact with this id. */
  append?: boolean;
  /** Whether it is the artifact's last piece. */
  lastChunk?: boolean;
  /** What extensions and agents say besides. */
  metadata?: Record<string, unknown>;
}

/** The whole task as it stands. */
export interface TaskResponse {
  /** The task. */
  task: Task;
}

/** An answer that needs no task. */
export interface MessageResponse {
  /** The message. */
  message: Message;
}

/** The task's status has changed. */
export interface StatusUpdateResponse {
  /** The change. */
  statusUpdate: TaskStatusUpdateEvent;
}

/** An artifact, or a piece of one, has come. */
export interface ArtifactUpdateResponse {
  /** The artifact. */
  artifactUpdate: TaskArtifactUpdateEvent;
}

/** What an agent sends on progress: exactly one of the four (specification 3.2.3). */
export type StreamResponse = TaskResponse | MessageResponse | StatusUpdateResponse | ArtifactUpdateResponse;
