// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const layerZeroEndpointReferenceAbi = [
  {
    "inputs": [
      {
        "internalType": "uint32",
        "name": "eid_",
        "type": "uint32"
      },
      {
        "internalType": "address",
        "name": "verifier_",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "messagingFee_",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "requiredNative",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "suppliedNative",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "requiredLzToken",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "suppliedLzToken",
        "type": "uint256"
      }
    ],
    "name": "LZ_InsufficientFee",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "LZ_InvalidReceiveLibrary",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "LZ_LzTokenUnavailable",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "LZ_PathNotVerifiable",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "expected",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "actual",
        "type": "bytes32"
      }
    ],
    "name": "LZ_PayloadHashNotFound",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "TransferFailed",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "srcEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "sender",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          }
        ],
        "indexed": false,
        "internalType": "struct Origin",
        "name": "origin",
        "type": "tuple"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "PacketDelivered",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "encodedPayload",
        "type": "bytes"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "options",
        "type": "bytes"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "sendLibrary",
        "type": "address"
      }
    ],
    "name": "PacketSent",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "srcEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "sender",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          }
        ],
        "indexed": false,
        "internalType": "struct Origin",
        "name": "origin",
        "type": "tuple"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "payloadHash",
        "type": "bytes32"
      }
    ],
    "name": "PacketVerified",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "eid",
    "outputs": [
      {
        "internalType": "uint32",
        "name": "",
        "type": "uint32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "uint32",
        "name": "srcEid",
        "type": "uint32"
      },
      {
        "internalType": "bytes32",
        "name": "sender",
        "type": "bytes32"
      },
      {
        "internalType": "uint64",
        "name": "nonce",
        "type": "uint64"
      }
    ],
    "name": "inboundPayloadHash",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "srcEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "sender",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          }
        ],
        "internalType": "struct Origin",
        "name": "origin",
        "type": "tuple"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "guid",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "message",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "extraData",
        "type": "bytes"
      }
    ],
    "name": "lzReceive",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "messagingFee",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "internalType": "uint32",
        "name": "dstEid",
        "type": "uint32"
      },
      {
        "internalType": "bytes32",
        "name": "receiver",
        "type": "bytes32"
      }
    ],
    "name": "outboundNonce",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "dstEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "receiver",
            "type": "bytes32"
          },
          {
            "internalType": "bytes",
            "name": "message",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "options",
            "type": "bytes"
          },
          {
            "internalType": "bool",
            "name": "payInLzToken",
            "type": "bool"
          }
        ],
        "internalType": "struct MessagingParams",
        "name": "params",
        "type": "tuple"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "name": "quote",
    "outputs": [
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "nativeFee",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "lzTokenFee",
            "type": "uint256"
          }
        ],
        "internalType": "struct MessagingFee",
        "name": "",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "dstEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "receiver",
            "type": "bytes32"
          },
          {
            "internalType": "bytes",
            "name": "message",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "options",
            "type": "bytes"
          },
          {
            "internalType": "bool",
            "name": "payInLzToken",
            "type": "bool"
          }
        ],
        "internalType": "struct MessagingParams",
        "name": "params",
        "type": "tuple"
      },
      {
        "internalType": "address",
        "name": "refundAddress",
        "type": "address"
      }
    ],
    "name": "send",
    "outputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "guid",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          },
          {
            "components": [
              {
                "internalType": "uint256",
                "name": "nativeFee",
                "type": "uint256"
              },
              {
                "internalType": "uint256",
                "name": "lzTokenFee",
                "type": "uint256"
              }
            ],
            "internalType": "struct MessagingFee",
            "name": "fee",
            "type": "tuple"
          }
        ],
        "internalType": "struct MessagingReceipt",
        "name": "receipt",
        "type": "tuple"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "fee",
        "type": "uint256"
      }
    ],
    "name": "setMessagingFee",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "srcEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "sender",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          }
        ],
        "internalType": "struct Origin",
        "name": "origin",
        "type": "tuple"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "verifiable",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "verifier",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "srcEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "sender",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          }
        ],
        "internalType": "struct Origin",
        "name": "origin",
        "type": "tuple"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "payloadHash",
        "type": "bytes32"
      }
    ],
    "name": "verify",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const layerZeroEndpointReferenceBytecode =
  '0x60c060405234801561000f575f5ffd5b506040516114f03803806114f083398101604081905261002e9161004c565b63ffffffff9092166080526001600160a01b031660a0525f5561009f565b5f5f5f6060848603121561005e575f5ffd5b835163ffffffff81168114610071575f5ffd5b60208501519093506001600160a01b038116811461008d575f5ffd5b80925050604084015190509250925092565b60805160a05161140d6100e35f395f818161012a015281816108a40152818161093a01526109ad01525f8181610182015281816107040152610be2015261140d5ff3fe6080604052600436106100b8575f3560e01c80639c6d734011610071578063c9a54a991161004c578063c9a54a9914610259578063c9fc7bcd14610288578063ddc28c58146102cd575f5ffd5b80639c6d7340146101b9578063a825d74714610218578063b7a41d1514610237575f5ffd5b806329f8155a116100a157806329f8155a146100fa5780632b7ac3f314610119578063416ecebf14610171575f5ffd5b80630c0c389e146100bc5780632637a450146100d1575b5f5ffd5b6100cf6100ca366004610e35565b6102f9565b005b6100e46100df366004610ecf565b6105dc565b6040516100f19190610f1e565b60405180910390f35b348015610105575f5ffd5b506100cf610114366004610f60565b610922565b348015610124575f5ffd5b5061014c7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016100f1565b34801561017c575f5ffd5b506101a47f000000000000000000000000000000000000000000000000000000000000000081565b60405163ffffffff90911681526020016100f1565b3480156101c4575f5ffd5b506101ff6101d3366004610f8a565b600160209081525f938452604080852082529284528284209052825290205467ffffffffffffffff1681565b60405167ffffffffffffffff90911681526020016100f1565b348015610223575f5ffd5b506100cf610232366004610fc4565b610995565b348015610242575f5ffd5b5061024b5f5481565b6040519081526020016100f1565b348015610264575f5ffd5b50610278610273366004610fff565b610b1f565b60405190151581526020016100f1565b348015610293575f5ffd5b5061024b6102a236600461103f565b600260209081525f948552604080862082529385528385208152918452828420909152825290205481565b3480156102d8575f5ffd5b506102ec6102e7366004610ecf565b610b48565b6040516100f19190611089565b5f85858560405160200161030f939291906110a0565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152918152815160209283012073ffffffffffffffffffffffffffffffffffffffff8a165f908152600284529182209093509091829061037a908c018c6110b9565b63ffffffff1663ffffffff1681526020019081526020015f205f8a6020013581526020019081526020015f205f8a60400160208101906103ba91906110d9565b67ffffffffffffffff1667ffffffffffffffff1681526020019081526020015f20549050808214610426576040517f7182306f00000000000000000000000000000000000000000000000000000000815260048101829052602481018390526044015b60405180910390fd5b73ffffffffffffffffffffffffffffffffffffffff88165f9081526002602090815260408220919061045a908c018c6110b9565b63ffffffff1663ffffffff1681526020019081526020015f205f8a6020013581526020019081526020015f205f8a604001602081019061049a91906110d9565b67ffffffffffffffff1667ffffffffffffffff1681526020019081526020015f205f9055600160035f6104cd8c8c610bbd565b8152602081019190915260409081015f2080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001692151592909217909155517f13137d6500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8916906313137d6590349061056a908d908c908c908c9033908d908d90600401611173565b5f604051808303818588803b158015610581575f5ffd5b505af1158015610593573d5f5f3e3d5ffd5b50505050507f3cd5e48f9730b129dc7550f0fcea9c767b7be37837cd10e55eb35f734f4bca0489896040516105c99291906111d6565b60405180910390a1505050505050505050565b6105e4610d71565b6105f460a0840160808501611207565b1561062b576040517f5af6d2aa00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f543481111561067d576040517f4f3ec0d3000000000000000000000000000000000000000000000000000000008152600481018290523460248201525f60448201819052606482015260840161041d565b335f908152600160209081526040822090829061069c908801886110b9565b63ffffffff16815260208082019290925260409081015f908120888401358252909252812080549091906106d99067ffffffffffffffff16611253565b91906101000a81548167ffffffffffffffff021916908367ffffffffffffffff160217905590505f817f00000000000000000000000000000000000000000000000000000000000000006107403373ffffffffffffffffffffffffffffffffffffffff1690565b61074d60208a018a6110b9565b60405160c09490941b7fffffffffffffffff0000000000000000000000000000000000000000000000001660208086019190915260e093841b7fffffffff000000000000000000000000000000000000000000000000000000009081166028870152602c860193909352921b16604c8301528701356050820152607001604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152918152815160208301209192507f1ab700d4ced0c005b164c0f789fd09fcbb0156d4c2041b8a3bfbcd961cd1567f9060019084908490610837908c018c61127f565b60405160200161084b9594939291906112e0565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815291905261088660608a018a61127f565b30604051610897949392919061133b565b60405180910390a16108c97f000000000000000000000000000000000000000000000000000000000000000085610cac565b6108dc866108d786346113c5565b610cac565b60405180606001604052808281526020018467ffffffffffffffff16815260200160405180604001604052808781526020015f8152508152509450505050505b92915050565b3373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614610991576040517f4fa6ecac00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f55565b3373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614610a04576040517f4fa6ecac00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610a0e8383610b1f565b610a44576040517f0177e1ca00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040822083929091610a7a908701876110b9565b63ffffffff1663ffffffff1681526020019081526020015f205f856020013581526020019081526020015f205f856040016020810190610aba91906110d9565b67ffffffffffffffff1667ffffffffffffffff1681526020019081526020015f20819055507f0d87345f3d1c929caba93e1c3821b54ff3512e12b66aa3cfe54b6bcbc17e59b4838383604051610b12939291906113d8565b60405180910390a1505050565b5f60035f610b2d8585610bbd565b815260208101919091526040015f205460ff16159392505050565b604080518082019091525f8082526020820152610b6b60a0840160808501611207565b15610ba2576040517f5af6d2aa00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50604080518082019091525f80548252602082015292915050565b5f610bce60608401604085016110d9565b610bdb60208501856110b9565b60208501357f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff861660405160c09590951b7fffffffffffffffff00000000000000000000000000000000000000000000000016602086015260e093841b7fffffffff000000000000000000000000000000000000000000000000000000009081166028870152602c860193909352921b16604c830152605082015260700160405160208183030381529060405280519060200120905092915050565b805f03610cb7575050565b5f8273ffffffffffffffffffffffffffffffffffffffff16826040515f6040518083038185875af1925050503d805f8114610d0d576040519150601f19603f3d011682016040523d82523d5f602084013e610d12565b606091505b5050905080610d6c576040517f1c43b97600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810183905260440161041d565b505050565b60405180606001604052805f81526020015f67ffffffffffffffff168152602001610dad60405180604001604052805f81526020015f81525090565b905290565b5f60608284031215610dc2575f5ffd5b50919050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610deb575f5ffd5b919050565b5f5f83601f840112610e00575f5ffd5b50813567ffffffffffffffff811115610e17575f5ffd5b602083019150836020828501011115610e2e575f5ffd5b9250929050565b5f5f5f5f5f5f5f60e0888a031215610e4b575f5ffd5b610e558989610db2565b9650610e6360608901610dc8565b95506080880135945060a088013567ffffffffffffffff811115610e85575f5ffd5b610e918a828b01610df0565b90955093505060c088013567ffffffffffffffff811115610eb0575f5ffd5b610ebc8a828b01610df0565b989b979a50959850939692959293505050565b5f5f60408385031215610ee0575f5ffd5b823567ffffffffffffffff811115610ef6575f5ffd5b830160a08186031215610f07575f5ffd5b9150610f1560208401610dc8565b90509250929050565b5f6080820190508251825267ffffffffffffffff60208401511660208301526040830151610f59604084018280518252602090810151910152565b5092915050565b5f60208284031215610f70575f5ffd5b5035919050565b803563ffffffff81168114610deb575f5ffd5b5f5f5f60608486031215610f9c575f5ffd5b610fa584610dc8565b9250610fb360208501610f77565b929592945050506040919091013590565b5f5f5f60a08486031215610fd6575f5ffd5b610fe08585610db2565b9250610fee60608501610dc8565b929592945050506080919091013590565b5f5f60808385031215611010575f5ffd5b61101a8484610db2565b9150610f1560608401610dc8565b803567ffffffffffffffff81168114610deb575f5ffd5b5f5f5f5f60808587031215611052575f5ffd5b61105b85610dc8565b935061106960208601610f77565b92506040850135915061107e60608601611028565b905092959194509250565b81518152602080830151908201526040810161091c565b838152818360208301375f910160200190815292915050565b5f602082840312156110c9575f5ffd5b6110d282610f77565b9392505050565b5f602082840312156110e9575f5ffd5b6110d282611028565b63ffffffff61110082610f77565b1682526020818101359083015267ffffffffffffffff61112260408301611028565b1660408301525050565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b61117d81896110f2565b86606082015260e060808201525f61119960e08301878961112c565b73ffffffffffffffffffffffffffffffffffffffff861660a084015282810360c08401526111c881858761112c565b9a9950505050505050505050565b608081016111e482856110f2565b73ffffffffffffffffffffffffffffffffffffffff831660608301529392505050565b5f60208284031215611217575f5ffd5b813580151581146110d2575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f67ffffffffffffffff821667ffffffffffffffff810361127657611276611226565b60010192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126112b2575f5ffd5b83018035915067ffffffffffffffff8211156112cc575f5ffd5b602001915036819003821315610e2e575f5ffd5b7fff000000000000000000000000000000000000000000000000000000000000008660f81b1681525f85518060208801600185015e8083019050856001820152838560218301375f9301602101928352509095945050505050565b606081525f85518060608401528060208801608085015e5f608082850101527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f82011683019050608083820301602084015261139d60808201868861112c565b91505073ffffffffffffffffffffffffffffffffffffffff8316604083015295945050505050565b8181038181111561091c5761091c611226565b60a081016113e682866110f2565b73ffffffffffffffffffffffffffffffffffffffff9390931660608201526080015291905056' as const
