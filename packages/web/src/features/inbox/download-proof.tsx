import { Alert, Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../lib/failure.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/tell.ts'
import { download } from './download.ts'
import classes from './thread.module.css'

interface ProofProps {
  readonly memberId: number
  readonly phone: string
  readonly name: string
  readonly close: () => void
}

/** Says what the proof contains before it is made: making it is on record. */
export default function DownloadProof({ memberId, phone, name, close }: ProofProps) {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const proof = useMutation({
    mutationFn: () =>
      download(
        'downloadConversationProof',
        { params: { memberId } },
        { name: `proof-${phone.slice(1)}.zip`, signal: leaving.current.signal },
      ),
    onSuccess: () => {
      tell('Open README.html in the zip file to see how to check it.', 'Proof downloaded')
      close()
    },
  })
  return (
    <Dialog close={close} title="Download the proof of this conversation">
      <p className={classes['proofLead']}>
        A zip file that proves to anybody, even offline, what was texted with {name}.
      </p>
      <ul className={classes['proofList']}>
        <li>It has every text and every change of consent, and shows that none was changed or left out.</li>
        <li>Your other conversations are in it only as hashes, which nobody can read.</li>
        <li>The download is recorded, with your name and the time.</li>
      </ul>
      {proof.isError && (
        <Alert color="red" role="alert" mt="md" title="There is no proof yet">
          {messageOf(proof.error)}
        </Alert>
      )}
      <p className={classes['proofWait']} role="status">
        {proof.isPending && 'Making the proof. This can take a minute.'}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          leftSection={<IconDownload size={17} />}
          loading={proof.isPending}
          onClick={() => proof.mutate()}
          data-autofocus
        >
          {proof.isError ? 'Try again' : 'Download'}
        </Button>
      </Group>
    </Dialog>
  )
}
