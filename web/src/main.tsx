// Reads which deployment this page belongs to and how people sign in there, then shows the dashboard.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { rememberScrollPositions } from "./urlState/scrollPositions";
import { loadPageAt } from "./app/routes";
import { StartError } from "./app/StartError";
import { loadConfiguration } from "./session/configuration";
import { openSession } from "./session/session";
import { applyTheme } from "./app/theme";
import "./styles/tokens.css";
import "./styles/base.css";

async function main(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  try {
    const configuration = await loadConfiguration();
    const session = await openSession(configuration);
    root.render(
      <StrictMode>
        <App configuration={configuration} session={session} />
      </StrictMode>,
    );
  } catch (error) {
    root.render(<StartError reason={error instanceof Error ? error.message : String(error)} />);
  }
}

applyTheme();
rememberScrollPositions();
loadPageAt(location.pathname);
const element = document.getElementById("root");
if (element !== null) await main(element);
