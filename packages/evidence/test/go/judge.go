// go run judge.go input.json: judges a log of @parley/evidence by golang.org/x/mod/sumdb, and prints what it found as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A proof of inclusion of an index, or of consistency with an old tree.
type claim struct {
	Index, OldSize, Size int64
	OldRoot, Root        tlog.Hash
	Proof                []tlog.Hash
}

// A sparse tree: all leaves are the entry "plain", those at the marked indices the entry "marked".
type sparse struct {
	Size, OldSize, Index int64
	Marked               []int64
}
type sparseProofs struct {
	Root, OldRoot tlog.Hash
	Inclusion     tlog.RecordProof
	Consistency   tlog.TreeProof
}
type signedNote struct{ Key, Note string }
type opened struct {
	Text, Error            string
	Signatures, Unverified int
}
type input struct {
	Folder, SignerKey, Text string
	Size                    int64
	Inclusion, Consistency  []claim
	Sparse                  []sparse
	Notes                   []signedNote
}
type output struct {
	Root                   tlog.Hash
	Tiles, Entries         int64
	Inclusion, Consistency []bool
	Sparse                 []sparseProofs
	Notes                  []opened
	Signed                 string
}

// The hashes of a log in the order of tlog.StoredHashIndex.
type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) (hashes []tlog.Hash, err error) {
	for _, index := range indexes {
		hashes = append(hashes, s[index])
	}
	return hashes, nil
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func rootAt(size int64, hashes tlog.HashReader) tlog.Hash {
	root, err := tlog.TreeHash(size, hashes)
	must(err)
	return root
}

func readFile(path string) []byte {
	data, err := os.ReadFile(path)
	must(err)
	return data
}

// x/mod writes tile/8/0/000 where C2SP writes tile/0/000.
func pathOf(folder string, tile tlog.Tile) string {
	return folder + "/tile/" + strings.TrimPrefix(tile.Path(), "tile/8/")
}

// Appends the leaf hashes of every level-0 tile, and compares each with the entry in its bundle.
func rebuild(in input) (hashes stored, n int64) {
	for n < in.Size {
		tile := tlog.Tile{H: 8, N: n / 256, W: 256}
		if in.Size-n < 256 {
			tile.W = int(in.Size - n)
		}
		data := readFile(pathOf(in.Folder, tile))
		bundle := readFile(strings.Replace(pathOf(in.Folder, tile), "/tile/0/", "/tile/entries/", 1))
		for i := 0; i < tile.W; i++ {
			var hash tlog.Hash
			copy(hash[:], data[i*tlog.HashSize:(i+1)*tlog.HashSize])
			length := int(bundle[0])<<8 | int(bundle[1])
			if tlog.RecordHash(bundle[2:2+length]) != hash {
				log.Fatalf("entry %d is not the one of its tile", n)
			}
			bundle = bundle[2+length:]
			more, err := tlog.StoredHashesForRecordHash(n, hash, hashes)
			must(err)
			hashes = append(hashes, more...)
			n++
		}
	}
	return hashes, n
}

// Compares every tile of the tree with our own. x/mod lists partial tiles of every smaller width too, which are not there.
func checkTiles(in input, hashes stored) (count int64) {
	for _, tile := range tlog.NewTiles(8, 0, in.Size) {
		if tile.W < 256 && int64(tile.W) != in.Size>>(8*uint(tile.L))&255 {
			continue
		}
		expected, err := tlog.ReadTileData(tile, hashes)
		must(err)
		if !bytes.Equal(expected, readFile(pathOf(in.Folder, tile))) {
			log.Fatalf("tile %s differs", tile.Path())
		}
		count++
	}
	return count
}

// The hash of a subtree. Those without a marked leaf are known by their level.
func (s sparse) node(level int, n int64) tlog.Hash {
	for _, marked := range s.Marked {
		if marked>>uint(level) == n && level == 0 {
			return tlog.RecordHash([]byte("marked"))
		} else if marked>>uint(level) == n {
			return tlog.NodeHash(s.node(level-1, 2*n), s.node(level-1, 2*n+1))
		}
	}
	if _, known := plain[level]; !known {
		below := s.node(level-1, 2*n)
		plain[level] = tlog.NodeHash(below, below)
	}
	return plain[level]
}

var plain = map[int]tlog.Hash{0: tlog.RecordHash([]byte("plain"))}

func (s sparse) ReadHashes(indexes []int64) (hashes []tlog.Hash, err error) {
	for _, index := range indexes {
		hashes = append(hashes, s.node(tlog.SplitStoredHashIndex(index)))
	}
	return hashes, nil
}

func (s sparse) prove() (p sparseProofs) {
	p.Root, p.OldRoot = rootAt(s.Size, s), rootAt(s.OldSize, s)
	var err error
	p.Inclusion, err = tlog.ProveRecord(s.Size, s.Index, s)
	must(err)
	p.Consistency, err = tlog.ProveTree(s.Size, s.OldSize, s)
	must(err)
	return p
}

func open(signed signedNote) opened {
	verifier, err := note.NewVerifier(signed.Key)
	must(err)
	n, err := note.Open([]byte(signed.Note), note.VerifierList(verifier))
	if err != nil {
		return opened{Error: err.Error()}
	}
	return opened{Text: n.Text, Signatures: len(n.Sigs), Unverified: len(n.UnverifiedSigs)}
}

func main() {
	var in input
	must(json.Unmarshal(readFile(os.Args[1]), &in))
	hashes, entries := rebuild(in)
	out := output{Entries: entries, Tiles: checkTiles(in, hashes), Root: rootAt(in.Size, hashes)}
	for _, p := range in.Inclusion {
		leaf := hashes[tlog.StoredHashIndex(0, p.Index)]
		err := tlog.CheckRecord(p.Proof, p.Size, p.Root, p.Index, leaf)
		out.Inclusion = append(out.Inclusion, err == nil && p.Root == rootAt(p.Size, hashes))
	}
	for _, p := range in.Consistency {
		err := tlog.CheckTree(p.Proof, p.Size, p.Root, p.OldSize, p.OldRoot)
		same := p.Root == rootAt(p.Size, hashes) && p.OldRoot == rootAt(p.OldSize, hashes)
		out.Consistency = append(out.Consistency, err == nil && same)
	}
	for _, s := range in.Sparse {
		out.Sparse = append(out.Sparse, s.prove())
	}
	for _, n := range in.Notes {
		out.Notes = append(out.Notes, open(n))
	}
	signer, err := note.NewSigner(in.SignerKey)
	must(err)
	signed, err := note.Sign(&note.Note{Text: in.Text}, signer)
	must(err)
	out.Signed = string(signed)
	must(json.NewEncoder(os.Stdout).Encode(out))
}
